import type { Side } from '../../draft.ts'

const words: Readonly<Record<Side, RegExp>> = {
  buy: /^(b|buy|bought|kauf|k|achat|acquisto|koop|aankoop|compra|kop|kopt|long|purchase|open buy)$/,
  sell: /^(sell|sold|verkauf|v|vente|vendita|verkoop|venta|salj|salt|short|sale)$/,
  in: /^(in|c|cr|credit|haben|h|bij|\+|avere|abono|haber|kredit|eingang|entrada|incoming)$/,
  out: /^(out|d|dr|debit|soll|af|-|dare|cargo|debe|debet|ausgang|salida|outgoing)$/,
}

/** Letters that mean different things beside different letters. */
const pairs: readonly (readonly [string, Side, string, Side])[] = [
  ['b', 'buy', 's', 'sell'],
  ['k', 'buy', 'v', 'sell'],
  ['a', 'buy', 'v', 'sell'],
  ['c', 'buy', 'v', 'sell'],
  ['k', 'buy', 's', 'sell'],
  ['h', 'in', 's', 'out'],
  ['c', 'in', 'd', 'out'],
]

export const foldWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')

/** The direction that each word of a column stands for; unknown words are absent. */
export function readSides(cells: Iterable<string>): Map<string, Side> {
  const found = new Set<string>()
  for (const cell of cells) if (cell !== '' && found.size < 50) found.add(foldWord(cell))
  const sides = new Map<string, Side>()
  const letters = [...found].filter(word => word.length === 1 && word !== '+' && word !== '-')
  const pair =
    letters.length === 2 ? pairs.find(([a, , b]) => letters.includes(a) && letters.includes(b)) : undefined
  if (pair) {
    sides.set(pair[0], pair[1])
    sides.set(pair[2], pair[3])
  }
  for (const word of found) {
    if (word.length === 1 && word !== '+' && word !== '-') continue
    for (const side of ['buy', 'sell', 'in', 'out'] as const)
      if (words[side].test(word)) sides.set(word, side)
  }
  return sides
}

const done =
  /^(completed?|executed|filled|done|settled|ok|booked|posted|success(ful)?|confirmed|processed|cleared|gebucht|ausgefuhrt|abgerechnet|erledigt|verbucht|execute|comptabilise|eseguito|contabilizzato|uitgevoerd|verwerkt|geboekt|ejecutad[ao]|contabilizad[ao]|utford|genomford|distributed|final)$/
const open =
  /^(pending|open|in progress|processing|reserved|authori[sz]ed|offen|ausstehend|vorgemerkt|en attente|in attesa|in sospeso|in behandeling|pendiente|vantar|pagaende)$/
const void_ =
  /^(cancell?ed|rejected|failed|declined|reverted|expired|void(ed)?|storniert|abgelehnt|fehlgeschlagen|annule|rejete|refuse|annullato|rifiutato|geannuleerd|afgewezen|mislukt|cancelad[ao]|rechazad[ao]|makulerad|avvisad)$/

/** What a status says about its row; null for an unknown word. */
export function readStatus(text: string): 'done' | 'pending' | 'cancelled' | null {
  const word = foldWord(text)
  if (done.test(word)) return 'done'
  if (open.test(word)) return 'pending'
  return void_.test(word) ? 'cancelled' : null
}
