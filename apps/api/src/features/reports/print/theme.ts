import type { InstrumentType } from '@plumbline/engine'

/** Colours and sizes of printed pages: the light theme, in points. */
export const ink = '#11151f'
export const quiet = '#5a6272'
export const rule = '#d9dde5'
export const accent = '#2f55d4'
export const gain = '#0b7a53'
export const loss = '#b3361b'

export const page = { width: 595.28, height: 841.89, margin: 48 }
export const innerWidth = page.width - 2 * page.margin

/** A colour of its own for each asset type; the first ten are those of the screens. */
export const assetColours = {
  equity: '#3B62DB',
  bond: '#AF8715',
  private_equity: '#10845B',
  etf: '#2E97CC',
  commodity: '#6B2A12',
  crypto: '#6E3FA8',
  fund: '#5A6D18',
  real_estate: '#16204F',
  cash: '#878F98',
  option: '#A8528F',
  structured_product: '#C2571A',
  future: '#0F766E',
  fx_forward: '#7FB2E5',
  art: '#E0A3CE',
  vehicle: '#9AAE5A',
  loan: '#B3261E',
  index: '#878F98',
  other: '#4A5160',
} satisfies Record<InstrumentType, string>
