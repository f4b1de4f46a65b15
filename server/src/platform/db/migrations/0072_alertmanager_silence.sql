-- When an alert of Alertmanager ends unless Alertmanager sends it again; null is what was received before this was known.
alter table alerts add column expires_at timestamptz;
-- Serves: alerts of Alertmanager that end, and those of a channel.
create index alerts_external on alerts (subject) where ended_at is null and kind = 'external';
-- The same fingerprint at two Alertmanagers is not the same alert: the subject also names the channel that received it.
update alerts set subject = 'external:' || receiver.id || ':' || substr(subject, 10)
from (select min(id) as id from channels where kind = 'alertmanager_in' having count(*) = 1) receiver
where alerts.kind = 'external';
