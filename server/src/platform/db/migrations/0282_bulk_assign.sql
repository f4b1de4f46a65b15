-- The open errors of several stations are assigned in an act of its own.
alter table bulk_acts drop constraint bulk_acts_kind_check;
alter table bulk_acts add constraint bulk_acts_kind_check
  check (kind in ('maintenance', 'entry', 'images', 'move', 'place', 'assign', 'retire', 'restore'));
