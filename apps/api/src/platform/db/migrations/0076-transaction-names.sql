-- Renames 'booking' to 'transaction' in databases that were set up with the old name: the table, its partitions, indexes
-- and constraints, two columns, and the bodies of functions. Newer databases already have the new names.
do $$
declare
  thing record;
begin
  if to_regclass('booking') is null then return; end if;

  for thing in
    select c.oid::regclass as name, replace(c.relname, 'booking', 'transaction') as new_name, c.relkind
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname like 'booking%'
      and c.relkind in ('r', 'p')
  loop
    execute format('alter table %s rename to %I', thing.name, thing.new_name);
  end loop;
  for thing in
    select con.conrelid::regclass as owner, con.conname as name, replace(con.conname, 'booking', 'transaction') as new_name
    from pg_constraint con where con.connamespace = 'public'::regnamespace and con.conname like '%booking%'
      -- Partitions inherit the names of check and not-null constraints, but have their own keys.
      and (con.coninhcount = 0 or con.contype not in ('n', 'c'))
  loop
    execute format('alter table %s rename constraint %I to %I', thing.owner, thing.name, thing.new_name);
  end loop;
  for thing in
    select c.oid::regclass as name, replace(c.relname, 'booking', 'transaction') as new_name
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname like 'booking%'
      and c.relkind in ('i', 'I')
  loop
    execute format('alter index %s rename to %I', thing.name, thing.new_name);
  end loop;
  alter trigger booking_only_grows on transaction rename to transaction_only_grows;
  alter function guard_booking() rename to guard_transaction;
  alter table import rename column bookings_count to transactions_count;
  alter table import_row rename column booking_root to transaction_root;

  -- Function bodies are text: the old name would only fail when the function is called.
  for thing in
    select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'booking'
  loop
    execute replace(pg_get_functiondef(thing.oid), 'booking', 'transaction');
  end loop;
end $$;
