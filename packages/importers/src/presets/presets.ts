import type { Preset } from '../csv/preset.ts'
import { avanza } from './avanza.ts'
import { bux } from './bux.ts'
import { coinbase } from './coinbase.ts'
import { degiro } from './degiro.ts'
import { directa } from './directa.ts'
import { fidelity } from './fidelity.ts'
import { finpension } from './finpension.ts'
import { freetrade } from './freetrade.ts'
import { ibkrDividends } from './ibkr-dividends.ts'
import { ibkrTrades } from './ibkr-trades.ts'
import { investEngine } from './investengine.ts'
import { parqet } from './parqet.ts'
import { portfolioPerformance } from './portfolio-performance.ts'
import { rabobank } from './rabobank.ts'
import { revolut } from './revolut.ts'
import { saxo } from './saxo.ts'
import { schwab } from './schwab.ts'
import { swissquote } from './swissquote.ts'
import { tradeRepublic } from './trade-republic.ts'
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
  ibkrDividends,
  avanza,
  bux,
  directa,
  finpension,
  freetrade,
  investEngine,
  parqet,
  rabobank,
  tradeRepublic,
  portfolioPerformance,
]
