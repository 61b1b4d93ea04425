import type { Line } from '../document.ts'
import { divideFixed, type Fixed, fixedToText, multiplyFixed, toCents, toFixed } from '../tokens/money.ts'
import type { PdfTransaction } from '../transaction.ts'

/** 'Im Kurswert sind 2,5 % Ausgabeaufschlag enthalten': a fee within the price, named in per cent. */
function findLoad(lines: readonly Line[]): Fixed {
  const line = lines.find(({ norm }) => {
    const dense = norm.replace(/ /g, '')
    return dense.includes('ausgabeaufschlag') && dense.includes('enthalten') && dense.includes('kurswert')
  })
  const percents = line?.tokens.flatMap(token => (token.type === 'percent' ? [token.value] : [])) ?? []
  return percents.length === 1 ? toFixed(percents[0] ?? '0') : 0n
}

/** A purchase whose price includes a front-end load: the load is a fee, not part of gross. */
export function takeOutLoad(transaction: PdfTransaction, lines: readonly Line[]): PdfTransaction {
  const load = transaction.kind === 'purchase' ? findLoad(lines) : 0n
  if (load <= 0n) return transaction
  const [gross, hundred] = [toFixed(transaction.gross), toFixed('100')]
  const net = toCents(divideFixed(multiplyFixed(gross, hundred), hundred + load))
  return {
    ...transaction,
    gross: fixedToText(net),
    fees: fixedToText(toFixed(transaction.fees) + gross - net),
  }
}
