import { errorCatalogue } from '@plumbline/contract'
import { introduction } from './openapi.ts'
import { buildReference, type CallReference, type FieldTable, type TypeText } from './reference-model.ts'

/**
 * Renders the reference as one self-contained page without scripts and inline styles, so that it needs no exception
 * from the content security policy. A link to a call opens it, because browsers reveal a target inside a closed
 * `details`.
 */
export function referenceHtml(): string {
  const { features, shapes } = buildReference()
  const sections = features.map(
    ({ key, title, text, calls }) =>
      `<section aria-labelledby="${key}"><h2 id="${key}">${escaped(title)}</h2><p>${escaped(text)}</p>` +
      `${calls.map(callHtml).join('\n')}</section>`,
  )
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>API reference · Plumbline</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the calls</a>
<header><h1>Plumbline API</h1><p>${codeSpans(introduction)}</p>
<p><a href="/reference">Search the calls and try them, signed in</a></p>
<p><a href="/api/docs/openapi.json">The same for programs, as OpenAPI 3.1</a></p></header>
<nav aria-label="Parts of the API">${navigation(features)}</nav>
<main id="content" tabindex="-1">
${sections.join('\n')}
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2><p>Named shapes that several calls share.</p>
${shapes.map(shapeHtml).join('\n')}</section>
${errorsHtml()}
</main>
</body>
</html>
`
}

function navigation(features: { key: string; title: string; calls: CallReference[] }[]): string {
  const items = [
    ...features.map(({ key, title, calls }) => ({ key, title, count: String(calls.length) })),
    { key: 'shapes', title: 'Shapes', count: '' },
    { key: 'errors', title: 'Errors', count: '' },
  ]
  const links = items.map(
    ({ key, title, count }) => `<li><a href="#${key}">${escaped(title)}<span>${count}</span></a></li>`,
  )
  return `<ul>${links.join('')}</ul>`
}

function callHtml(call: CallReference): string {
  const errors = call.errors.map(code => `<a href="#error-${code}"><code>${code}</code></a>`).join(', ')
  const facts = [
    `<dt>May</dt><dd>${escaped(call.who)}</dd>`,
    `<dt>Answers</dt><dd>${escaped(call.answers)}</dd>`,
    errors ? `<dt>Errors</dt><dd>${errors}</dd>` : '',
  ]
  return (
    `<details class="call"><summary><span class="method ${call.method.toLowerCase()}">${call.method}</span> ` +
    `<code>${pathHtml(call.path)}</code> <span class="what">${escaped(call.summary)}</span></summary>` +
    `<div id="${call.name}" class="inside"><dl>${facts.join('')}</dl>` +
    `${call.tables.map(table => tableHtml(table, true)).join('')}${exampleHtml(call)}</div></details>`
  )
}

/** Example request and response. */
function exampleHtml({ example: { request, body, answer } }: CallReference): string {
  const sent = body === undefined ? request : `${request}\n\n${JSON.stringify(body, null, 2)}`
  const received = answer === undefined ? '' : pre(JSON.stringify(answer, null, 2))
  return `<h3>Example</h3>${pre(sent)}${received}`
}

/** Scrollable areas must be reachable by keyboard. */
function pre(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
}

function shapeHtml({
  name,
  description,
  tables,
}: ReturnType<typeof buildReference>['shapes'][number]): string {
  return (
    `<details class="call"><summary><code>${escaped(name)}</code> <span class="what">${escaped(description)}</span></summary>` +
    `<div id="shape-${escaped(name)}" class="inside">` +
    `${tables.map(table => tableHtml(table, tables.length > 1)).join('')}</div></details>`
  )
}

function tableHtml({ title, type, rows }: FieldTable, isTitled: boolean): string {
  const heading = isTitled ? `<h3>${escaped(title)}</h3>` : ''
  if (type) return `${heading}<p>${typeHtml(type)}</p>`
  const lines = rows.map(
    ({ name, type, isRequired, description }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${typeHtml(type)}</td>` +
      `<td>${isRequired ? 'required' : 'optional'}</td><td>${codeSpans(description)}</td></tr>`,
  )
  return (
    `${heading}<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th>` +
    `<th scope="col">Required</th><th scope="col">Description</th></tr></thead>` +
    `<tbody>${lines.join('')}</tbody></table>`
  )
}

function errorsHtml(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escaped(message)}</td></tr>`,
  )
  return (
    '<section aria-labelledby="errors"><h2 id="errors">Errors</h2><p>Every call can also give the general ' +
    'errors: those of a request that is not understood, of a missing or restricted sign-in, and of a server ' +
    'that is busy.</p><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th>' +
    `<th scope="col">Message</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
  )
}

function typeHtml(type: TypeText): string {
  return type
    .map(part =>
      typeof part === 'string' ? escaped(part) : `<a href="#shape-${part.shape}">${escaped(part.shape)}</a>`,
    )
    .join('')
}

/** Lets a long path break after each slash. */
function pathHtml(path: string): string {
  return escaped(path).replaceAll('/', '/<wbr>')
}

/** Text with `code` in backquotes. */
function codeSpans(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
