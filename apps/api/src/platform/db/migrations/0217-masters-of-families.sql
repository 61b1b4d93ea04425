-- Members of a family who see all of its accounts change the securities it imported, with their identifiers, and each
-- change is noted under their name. Advisers read the history of these securities; that of the platform's instruments
-- tells of other families.

create policy own_removed on instrument_identifier for delete
  using ((select scope_role()) <> 'demo' and (select scope_sees_all_accounts()) and instrument_id in (
    select id from instrument where family_id in (select visible_families())));

create policy own_noted on instrument_change for insert
  with check ((select scope_role()) <> 'demo' and changed_by = (select scope_user()) and instrument_id in (
    select id from instrument where family_id in (select visible_families())));

create policy advisers_read on instrument_change for select
  using ((select scope_role()) = 'adviser' and (select scope_sees_all_accounts()) and instrument_id in (
    select id from instrument where family_id in (select visible_families())));
