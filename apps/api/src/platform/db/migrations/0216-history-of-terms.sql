-- The history of an instrument covers its terms, each under its own name, and its underlying.

-- Pool factors and coupon steps are lists of dated numbers: 2026-01-05 0.5, 2026-07-05 0.4.
create function term_text(term jsonb) returns text
  language sql immutable
  as $$
    select case when jsonb_typeof(term) = 'array' then
        (select string_agg(coalesce(nullif(concat_ws(' ', e ->> 'date', coalesce(e ->> 'factor', e ->> 'coupon')), ''), e::text),
            ', ' order by place)
          from jsonb_array_elements(
            case when jsonb_typeof(term) = 'array' then term else '[]' end) with ordinality as listed (e, place))
      else term #>> '{}' end
  $$;

create or replace function log_instrument_change() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changed text;
begin
  foreach changed in array array['name', 'long_name', 'symbol', 'isin', 'exchange', 'instrument_type', 'currency',
    'country', 'sector', 'contract_size', 'contract_expiration']
  loop
    if before -> changed is distinct from after -> changed then
      insert into instrument_change (instrument_id, changed_by, field, old, new)
        values (new.id, scope_user(), changed, before ->> changed, after ->> changed);
    end if;
  end loop;
  for changed in select name from jsonb_object_keys(old.terms || new.terms) as terms (name) order by name loop
    if term_text(old.terms -> changed) is distinct from term_text(new.terms -> changed) then
      insert into instrument_change (instrument_id, changed_by, field, old, new)
        values (new.id, scope_user(), left(changed, 60),
          left(term_text(old.terms -> changed), 400), left(term_text(new.terms -> changed), 400));
    end if;
  end loop;
  if old.underlying_id is distinct from new.underlying_id then
    insert into instrument_change (instrument_id, changed_by, field, old, new)
      values (new.id, scope_user(), 'underlying',
        (select name from instrument where id = old.underlying_id),
        (select name from instrument where id = new.underlying_id));
  end if;
  return null;
end $$;
