-- An index of a table that is written to meanwhile. It is removed first, in case it was not completed.
drop index concurrently if exists station_states_by_writer;
-- Serves: the states that others wrote than the server that asks. While the same server writes a station's states, its value stays the same, so writes stay
-- on their pages and make no entry in any index.
create index concurrently station_states_by_writer on station_states (changed_by);
