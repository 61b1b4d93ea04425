import type { TextKey } from '@plumbline/contract/texts'
import { Fragment, type ReactNode } from 'react'
import { rawText, useText } from './i18n.ts'

interface RichTextProps {
  text: TextKey
  /** The elements for the placeholders: `values={{ name: <b>Claire</b> }}`. */
  values: Readonly<Record<string, ReactNode>>
}

/** A translated text with elements in place of its placeholders, so that translators control the word order. */
export function RichText({ text, values }: RichTextProps) {
  useText()
  const pieces = rawText(text).split(/\{(\w+)\}/)
  return pieces.map((piece, index) => {
    const key = `${index} ${piece}`
    if (index % 2 === 1) return <Fragment key={key}>{values[piece]}</Fragment>
    // A row of flex items drops a space that is alone.
    return piece === ' ' ? <span key={key}> </span> : <Fragment key={key}>{piece}</Fragment>
  })
}
