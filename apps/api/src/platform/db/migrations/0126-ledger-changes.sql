-- The first day of the transactions that each version of a family changed, so that a server which holds an older version
-- reads the later transactions only. A version without a row may have changed anything.
create table ledger_change (
  family_id uuid not null references family (id) on delete cascade,
  version bigint not null,
  from_date date not null,
  primary key (family_id, version)
);

alter table ledger_change enable row level security;
alter table ledger_change force row level security;
create policy system_scope on ledger_change
  using ((select scope_is_system())) with check ((select scope_is_system()));
create policy seen on ledger_change for select using (family_id in (select visible_families()));
create policy added on ledger_change for insert with check (family_id in (select visible_families()));
create policy outdated on ledger_change for delete using (family_id in (select visible_families()));
grant select, insert, delete on ledger_change to plumbline_app;

-- Increments the version of a family whose transactions from a day on have changed. Its row lock serialises writers.
-- Servers that are further behind read everything, so old rows are not needed.
create function note_ledger_change(family uuid, first_day date) returns bigint
  language plpgsql volatile
  as $$
declare counted bigint;
begin
  counted := bump_family_version(family);
  insert into ledger_change (family_id, version, from_date) values (family, counted, first_day);
  delete from ledger_change where family_id = family and version <= counted - 200;
  return counted;
end $$;

create index transaction_by_date on transaction (family_id, date);
