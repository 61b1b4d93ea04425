import { errorCatalogue } from '@plumbline/contract'
import { introduction } from './openapi.ts'
import { buildReference, type CallReference, type FieldTable, type TypeText } from './reference-model.ts'

/** Renders the reference as Markdown, for docs/api.md. */
export function referenceMarkdown(): string {
  const { features, shapes } = buildReference()
  const count = features.reduce((sum, { calls }) => sum + calls.length, 0)
  return [
    '# API reference',
    'Generated from the contract, do not edit: `npm run docs:api`.',
    introduction,
    `${count} calls in ${features.length} features:`,
    features.map(({ title }) => `- [${title}](#${anchor(title)})`).join('\n'),
    ...features.flatMap(({ title, text, calls }) => [`## ${title}`, text, ...calls.flatMap(callSection)]),
    '## Shapes',
    'Named shapes that several calls share.',
    ...shapes.flatMap(({ name, description, tables }) => [
      `### ${name} shape`,
      ...(description ? [description] : []),
      ...tables.flatMap(table => tableSection(table, tables.length > 1)),
    ]),
    '## Errors',
    'Every call can also return the general errors: for an invalid request, a missing or restricted sign-in, and a busy server.',
    ['| code | status | message |', '|---|---|---|', ...Object.entries(errorCatalogue).map(errorRow)].join(
      '\n',
    ),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

function callSection(call: CallReference): string[] {
  const errors = call.errors.map(code => `\`${code}\``).join(', ')
  return [
    `### ${call.method} ${call.path}`,
    call.summary,
    [`- May: ${call.who}`, `- Answers: ${call.answers}`, ...(errors ? [`- Errors: ${errors}`] : [])].join(
      '\n',
    ),
    ...call.tables.flatMap(table => tableSection(table, true)),
  ]
}

function tableSection({ title, type, rows }: FieldTable, isTitled: boolean): string[] {
  const heading = isTitled ? `**${title}**` : ''
  if (type) return [[heading, typeMarkdown(type)].filter(text => text !== '').join(': ')]
  const lines = rows.map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\` | ${typeMarkdown(type)} | ${isRequired ? 'yes' : ''} | ${cell(description)} |`,
  )
  const table = ['| field | type | required | |', '|---|---|---|---|', ...lines].join('\n')
  return heading ? [heading, table] : [table]
}

function typeMarkdown(type: TypeText): string {
  return type
    .map(part => (typeof part === 'string' ? cell(part) : `[${part.shape}](#${anchor(part.shape)}-shape)`))
    .join('')
}

function errorRow([code, { status, message }]: [string, { status: number; message: string }]): string {
  return `| \`${code}\` | ${status} | ${cell(message)} |`
}

/** Escapes bars, which would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** The anchor that Markdown renderers give a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
