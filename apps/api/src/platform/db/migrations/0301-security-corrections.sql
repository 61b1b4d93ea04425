-- What statements call a security, and the security that the family says it is. A rule comes before every other way to
-- recognize a security.
create table matching_rule (
  family_id uuid not null references family (id) on delete cascade,
  stated text not null check (length(stated) between 1 and 600),
  instrument_id uuid not null references instrument (id) on delete cascade,
  set_at timestamptz not null default present_moment(),
  primary key (stated, family_id)
);

-- Transactions that were moved to another security as one, and can be moved back as one.
create table security_correction (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null references family (id) on delete cascade,
  account_ids uuid[] not null,
  from_id uuid not null,
  to_id uuid not null,
  made_id uuid,
  -- Roots and revisions: [{root, before, after}].
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  -- The rule that was set, and the security it named before: {stated, before}; null without one.
  rule jsonb,
  posted_at timestamptz not null default present_moment(),
  posted_by uuid references app_user (id) on delete set null,
  undone_at timestamptz,
  undone_by uuid references app_user (id) on delete set null,
  primary key (id, family_id)
);

do $$
declare tab text;
begin
  foreach tab in array array['matching_rule', 'security_correction'] loop
    execute format('alter table %I enable row level security', tab);
    execute format('alter table %I force row level security', tab);
    execute format('create policy system_scope on %I using (scope_is_system()) with check (scope_is_system())', tab);
  end loop;
end $$;
create policy seen on matching_rule for select using (sees_family(family_id));
create policy written on matching_rule
  using (caller_role() <> 'demo' and sees_family(family_id))
  with check (caller_role() <> 'demo' and sees_family(family_id));
create policy seen on security_correction for select using (sees_family(family_id) and sees_all_of(account_ids));
create policy written on security_correction
  using (caller_role() <> 'demo' and sees_family(family_id) and sees_all_of(account_ids))
  with check (caller_role() <> 'demo' and sees_family(family_id) and sees_all_of(account_ids));
grant select, insert, update, delete on matching_rule to plumbline_app;
grant select, insert, update on security_correction to plumbline_app;
