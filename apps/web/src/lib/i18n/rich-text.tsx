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
    return <Fragment key={key}>{index % 2 === 0 ? piece : values[piece]}</Fragment>
  })
}
