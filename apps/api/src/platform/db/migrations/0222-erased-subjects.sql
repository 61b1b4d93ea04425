-- An update of a distributed table may pass columns to immutable functions only, which jsonb_build_object is not. Kinds
-- and ids are texts.
create or replace function erase_audit_subjects(families uuid[], ids uuid[], person uuid) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
  as $$
begin
  if not scope_is_system() then
    raise exception 'only the system erases names' using errcode = 'insufficient_privilege';
  end if;
  perform set_scope('erasing', 'on');
  update audit_line l set subject_salt = null,
      subject = case when l.details ->> 'kind' = 'user' and l.details ->> 'id' = person::text
        then audit_pseudonym(person) else '' end,
      details = jsonb_strip_nulls(jsonb_object(
        array['kind', 'id'], array[l.details ->> 'kind', l.details ->> 'id']))
    from unnest(families, ids) as erased (family_id, id)
    where l.family_id = erased.family_id and l.id = erased.id;
  perform set_scope('erasing', '');
end $$;
