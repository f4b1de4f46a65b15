-- Everyone who sees a station sees the address of its dashboard: what an earlier version accepted as a login in it is removed.
update stations
set hexone_uri_base = regexp_replace(hexone_uri_base, '^(\s*https?:[/\\]*)[^/\\?#]*@', '\1', 'i')
where hexone_uri_base ~* '^\s*https?:[/\\]*[^/\\?#]*@';
