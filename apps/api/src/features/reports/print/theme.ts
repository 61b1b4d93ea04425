/** Colours and sizes of printed pages: the light theme, in points. */
export const ink = '#11151f'
export const quiet = '#5a6272'
export const rule = '#d9dde5'
export const accent = '#2f55d4'
export const gain = '#0b7a53'
export const loss = '#b3361b'

export const page = { width: 595.28, height: 841.89, margin: 48 }
export const innerWidth = page.width - 2 * page.margin

/** One colour per asset type, as on the screens; other types share one. */
export const assetColours: Readonly<Record<string, string>> = {
  equity: '#3B62DB',
  bond: '#AF8715',
  private_equity: '#10845B',
  etf: '#2E97CC',
  commodity: '#6B2A12',
  crypto: '#6E3FA8',
  fund: '#5A6D18',
  structured_product: '#5A6D18',
  real_estate: '#16204F',
  cash: '#878F98',
}
export const otherColour = '#A8528F'
