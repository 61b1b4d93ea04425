-- An index has levels, of price or total return, and is never held: benchmarks are measured against it.

alter table instrument
  drop constraint instrument_type_known,
  add constraint instrument_type_known check (instrument_type in (
    'equity', 'etf', 'fund', 'bond', 'option', 'future', 'fx_forward', 'structured_product', 'crypto', 'commodity',
    'cash', 'real_estate', 'private_equity', 'art', 'vehicle', 'loan', 'other', 'index')),
  add constraint instrument_index_return_known check (
    instrument_type <> 'index' or coalesce(terms ->> 'index_return', '') in ('price', 'total'));
