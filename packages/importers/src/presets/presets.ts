import type { Preset } from '../csv/preset.ts'
import { avanza } from './avanza.ts'
import { binance } from './binance.ts'
import { bitvavo } from './bitvavo.ts'
import { bux } from './bux.ts'
import { coinbase } from './coinbase.ts'
import { comdirect } from './comdirect.ts'
import { comdirectCash } from './comdirect-cash.ts'
import { cryptoCom } from './crypto-com.ts'
import { degiro } from './degiro.ts'
import { degiroTransactions } from './degiro-transactions.ts'
import { directa } from './directa.ts'
import { etoro } from './etoro.ts'
import { etrade } from './etrade.ts'
import { fidelity } from './fidelity.ts'
import { finpension } from './finpension.ts'
import { flatex } from './flatex.ts'
import { flatexCash } from './flatex-cash.ts'
import { freetrade } from './freetrade.ts'
import { ghostfolioCsv } from './ghostfolio-csv.ts'
import { hargreavesLansdown } from './hargreaves-lansdown.ts'
import { ibkrDividends } from './ibkr-dividends.ts'
import { ibkrTrades } from './ibkr-trades.ts'
import { ingDe } from './ing-de.ts'
import { ingNl } from './ing-nl.ts'
import { investEngine } from './investengine.ts'
import { krakenLedgers } from './kraken-ledgers.ts'
import { krakenTrades } from './kraken-trades.ts'
import { nordnet } from './nordnet.ts'
import { parqet } from './parqet.ts'
import { portfolioPerformance } from './portfolio-performance.ts'
import { questrade } from './questrade.ts'
import { rabobank } from './rabobank.ts'
import { revolut } from './revolut.ts'
import { revolutCrypto } from './revolut-crypto.ts'
import { robinhood } from './robinhood.ts'
import { saxo } from './saxo.ts'
import { schwab } from './schwab.ts'
import { swissquote } from './swissquote.ts'
import { tradeRepublic } from './trade-republic.ts'
import { trading212 } from './trading212.ts'
import { vanguardUk } from './vanguard-uk.ts'
import { vanguardUkInvestments } from './vanguard-uk-investments.ts'
import { vanguardUs } from './vanguard-us.ts'
import { wealthfolio } from './wealthfolio.ts'
import { wealthsimple } from './wealthsimple.ts'
import { wise } from './wise.ts'
import { xtb } from './xtb.ts'

/** Every broker whose CSV is recognized by its header. */
export const presets: readonly Preset[] = [
  swissquote,
  saxo,
  degiro,
  degiroTransactions,
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
  bitvavo,
  cryptoCom,
  etoro,
  revolutCrypto,
  xtb,
  ghostfolioCsv,
  wealthfolio,
  krakenLedgers,
  krakenTrades,
  binance,
  vanguardUs,
  vanguardUk,
  vanguardUkInvestments,
  robinhood,
  questrade,
  wealthsimple,
  hargreavesLansdown,
  etrade,
  wise,
  ingNl,
  ingDe,
  flatex,
  flatexCash,
  comdirect,
  comdirectCash,
  nordnet,
  portfolioPerformance,
]
