-- What people keep by hand: an asset belongs to one of the family's manual accounts from the start, with transactions or without,
-- and counts its changes, so that two people do not overwrite each other unseen.

alter table instrument add column account_id uuid references account (id) on delete set null;
alter table instrument add column revision int not null default 1 check (revision >= 1);
create index instrument_account on instrument (account_id);

-- Why a revision was made, in the words of who made it.
alter table transaction add column reason text check (length(reason) <= 5000);

-- With an account go the assets that no other transaction is in: their names and notes are the family's business.
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
