const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const systems: readonly [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Browser and system without versions, which change too often. */
export function clientName(userAgent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0]
  if (browser && system) return `${browser}, ${system}`
  return browser ?? system ?? 'API client'
}
