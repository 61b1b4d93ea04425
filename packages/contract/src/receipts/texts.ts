import { texts } from '../texts/text.ts'

/** Receipts: how a figure was computed. */
export const receiptTexts = texts({
  receipt_open: { 'en-US': 'How this figure came about', de: 'Wie diese Zahl zustande kam' },
  receipt: { 'en-US': 'Receipt', de: 'Beleg' },
  receipt_inputs_one: { 'en-US': '{count} input', de: '{count} Eingabe' },
  receipt_inputs_other: { 'en-US': '{count} inputs', de: '{count} Eingaben' },
  receipt_show: { 'en-US': 'show', de: 'zeigen' },
  receipt_hide: { 'en-US': 'hide', de: 'verbergen' },
  receipt_exact: {
    'en-US': 'recomputed just now, no difference',
    de: 'soeben nachgerechnet, keine Differenz',
  },
  receipt_differs: { 'en-US': 'recomputed: differs by {amount}', de: 'nachgerechnet: Differenz {amount}' },
  receipt_not_computed: {
    'en-US': 'An input is missing, so there is no figure.',
    de: 'Eine Eingabe fehlt, daher gibt es keine Zahl.',
  },
  receipt_plus: { 'en-US': 'plus', de: 'plus' },
  receipt_minus: { 'en-US': 'minus', de: 'minus' },
  receipt_times: { 'en-US': 'times', de: 'mal' },
  receipt_divided: { 'en-US': 'divided by', de: 'geteilt durch' },
  receipt_equals: { 'en-US': 'equals', de: 'ist gleich' },
  receipt_more_one: { 'en-US': '{count} more', de: '{count} weitere' },
  receipt_more_other: { 'en-US': '{count} more', de: '{count} weitere' },
})
