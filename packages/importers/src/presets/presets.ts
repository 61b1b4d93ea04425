import type { Preset } from '../csv/preset.ts'
import { coinbase } from './coinbase.ts'
import { degiro } from './degiro.ts'
import { fidelity } from './fidelity.ts'
import { ibkrTrades } from './ibkr-trades.ts'
import { portfolioPerformance } from './portfolio-performance.ts'
import { revolut } from './revolut.ts'
import { saxo } from './saxo.ts'
import { schwab } from './schwab.ts'
import { swissquote } from './swissquote.ts'
import { trading212 } from './trading212.ts'

/** Every broker whose CSV is recognized by its header. */
export const presets: readonly Preset[] = [
  swissquote,
  saxo,
  degiro,
  schwab,
  fidelity,
  trading212,
  revolut,
  coinbase,
  ibkrTrades,
  portfolioPerformance,
]
