import { MINOR_UNITS } from '@plumbline/engine'
import { expect, it } from 'vitest'
import { minorUnits } from './minor-units.ts'

it('lists the minor units of the engine, all of them hundredths', () => {
  const units = Object.entries(MINOR_UNITS).map(([code, { currency, factor }]) => [code, currency, factor])
  expect(Object.entries(minorUnits).map(([code, currency]) => [code, currency, 100])).toEqual(units)
})
