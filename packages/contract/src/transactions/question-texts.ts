import type { PlausibilityQuestion } from '../core/plausibility.ts'
import { type Text, texts } from '../texts/text.ts'

/** What a write is asked about before it is saved. */
export const questionTexts = texts({
  question_nav_change: {
    'en-US': 'The net asset value would change by more than 20%.',
    de: 'Das Nettovermögen würde sich um mehr als 20 % ändern.',
  },
  question_nav_change_named: {
    'en-US': 'The net asset value of {name} would change by more than 20%.',
    de: 'Das Nettovermögen von {name} würde sich um mehr als 20 % ändern.',
  },
  question_before_first_day: {
    'en-US': 'The date is before the first transaction of {name}.',
    de: 'Das Datum liegt vor der ersten Transaktion von {name}.',
  },
  question_unusual_price: {
    'en-US': 'The price of {name} differs greatly from the last one.',
    de: 'Der Kurs von {name} weicht stark vom letzten ab.',
  },
  question_different_security: {
    'en-US': 'The ISIN or the type differs: these may be two different securities.',
    de: 'ISIN oder Art weichen ab: Es könnten zwei verschiedene Titel sein.',
  },
  question_old_date: {
    'en-US': 'The date is more than 20 years ago.',
    de: 'Das Datum liegt mehr als 20 Jahre zurück.',
  },
  question_title: { 'en-US': 'Is this right?', de: 'Stimmt das?' },
  question_save: { 'en-US': 'Save anyway', de: 'Trotzdem speichern' },
  question_back: { 'en-US': 'Go back', de: 'Zurück' },
  question_effect_nav_change: { 'en-US': 'Net asset value', de: 'Nettovermögen' },
  question_effect_before_first_day: { 'en-US': 'First day', de: 'Erster Tag' },
  question_effect_unusual_price: { 'en-US': 'Price', de: 'Kurs' },
  question_effect_different_security: { 'en-US': 'Instruments', de: 'Instrumente' },
  question_undone: { 'en-US': 'Undone', de: 'Rückgängig gemacht' },
}) satisfies Record<`question_${PlausibilityQuestion}`, Text>
