/**
 * The metrics of Patroni, etcd and HAProxy that alert rules and a dashboard name, with their labels. The test *killed-primary* finds them in the
 * real programs.
 */
export const DATABASE_METRICS: Readonly<Record<string, readonly string[]>> = {
  etcd_disk_wal_fsync_duration_seconds_bucket: ["le"],
  etcd_server_has_leader: [],
  haproxy_backend_active_servers: ["proxy"],
  haproxy_backend_current_sessions: ["proxy"],
  patroni_postgres_timeline: ["scope"],
  patroni_primary: ["scope"],
  patroni_sync_standby: ["scope"],
  patroni_xlog_location: ["scope"],
  patroni_xlog_replayed_location: ["scope"],
};

/** The same of HAProxy in front of several servers. The test *real-haproxy* finds them. */
export const LOAD_BALANCER_METRICS: Readonly<Record<string, readonly string[]>> = {
  haproxy_backend_active_servers: ["proxy"],
  haproxy_backend_connection_errors_total: ["proxy"],
  haproxy_backend_current_sessions: ["proxy"],
  haproxy_frontend_requests_denied_total: ["proxy"],
  haproxy_process_current_connections: [],
  haproxy_process_max_connections: [],
  haproxy_server_sessions_total: ["proxy", "server"],
  haproxy_server_status: ["proxy", "server", "state"],
};
