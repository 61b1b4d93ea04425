-- The share of the parent's cost that goes to the child of a spin-off, 0 to 1, where the custodian states it.
alter table transaction add column if not exists basis_share numeric check (basis_share between 0 and 1);

create or replace function statement_facts(b transaction) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'transaction_type', b.transaction_type, 'date', b.date::text, 'settle_date', b.settle_date::text,
    'ex_date', b.ex_date::text, 'instrument_id', b.instrument_id::text, 'currency', b.currency,
    'quantity', trim_scale(b.quantity)::text, 'price', trim_scale(b.price)::text,
    'amount', trim_scale(b.amount)::text, 'net', trim_scale(b.net)::text, 'rate', trim_scale(b.rate)::text,
    'fees', trim_scale(b.fees)::text, 'taxes', trim_scale(b.taxes)::text, 'accrued', trim_scale(b.accrued)::text,
    'counter_currency', b.counter_currency, 'counter_amount', trim_scale(b.counter_amount)::text,
    'numerator', trim_scale(b.numerator)::text, 'denominator', trim_scale(b.denominator)::text,
    'basis_share', trim_scale(b.basis_share)::text)) $$;
