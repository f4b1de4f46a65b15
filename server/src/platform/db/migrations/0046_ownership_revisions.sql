-- Revisions of ownerships. One that was released and acknowledged again has another revision than before.
create sequence ownership_revisions as bigint;
