-- Manual assets belong to a manual account of the family and have a revision, which detects concurrent changes.

alter table instrument add column account_id uuid references account (id) on delete set null;
alter table instrument add column revision int not null default 1 check (revision >= 1);
create index instrument_account on instrument (account_id);

-- The user's reason for a revision.
alter table transaction add column reason text check (length(reason) <= 5000);

-- Deleting an account also deletes its assets without transactions in other accounts.
create policy owner_erases on instrument for all to current_user using (true) with check (true);

create function erase_assets_of_account() returns trigger
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  delete from instrument i
    where i.account_id = old.id
      and not exists (select from transaction b where b.family_id = old.family_id and b.instrument_id = i.id);
  return old;
end $$;
create trigger account_takes_assets before delete on account
  for each row execute function erase_assets_of_account();
