/** Units that prices are quoted in, each a hundredth of its currency. The engine has the same table, which a test compares. */
export const minorUnits: Readonly<Record<string, string>> = {
  GBX: 'GBP',
  GBp: 'GBP',
  ZAc: 'ZAR',
  ILA: 'ILS',
}
