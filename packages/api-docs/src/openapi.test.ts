import { allEndpoints, isCreating } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { type Operation, openApi } from './openapi.ts'

const document = openApi('1.2.3')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation, string] => [
    `${method.toUpperCase()} ${path}`,
    operation,
    path,
  ]),
)

interface Parameter {
  name: string
  in: string
  required: boolean
}

function resolveParameter(parameter: object): Parameter[] {
  const { $ref } = parameter as { $ref?: string }
  const found = $ref === undefined ? parameter : document.components.parameters[$ref.split('/').at(-1) ?? '']
  return found ? [found as Parameter] : []
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and carries the given version', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.version).toBe('1.2.3')
  })

  it('contains every call of the contract once', () => {
    expect(operations).toHaveLength(allEndpoints().length)
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
  })

  it('has no dangling references', () => {
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')
    expect(refs.length).toBeGreaterThan(500)
    expect(refs.filter(ref => lookUp(ref) === undefined)).toEqual([])
  })

  it('has no unused components', () => {
    const text = JSON.stringify(document)
    for (const [kind, entries] of Object.entries({
      schemas: document.components.schemas,
      responses: document.components.responses,
      requestBodies: document.components.requestBodies,
      examples: document.components.examples,
    }))
      for (const name of Object.keys(entries)) expect(text).toContain(`"#/components/${kind}/${name}"`)
  })

  it('uses component names that OpenAPI allows', () => {
    const { schemas, responses, requestBodies } = document.components
    for (const name of Object.keys({ ...schemas, ...responses, ...requestBodies }))
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
  })

  it('survives JSON serialization unchanged', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('stays below 700 kB', () => {
    expect(JSON.stringify(document).length).toBeLessThan(700_000)
  })
})

describe('every operation', () => {
  it('takes an Idempotency-Key exactly where its call creates something', () => {
    const creating = allEndpoints().filter(([, call]) => isCreating(call)).length
    const withKey = operations.filter(([, { parameters = [] }]) =>
      parameters.flatMap(resolveParameter).some(({ name }) => name === 'Idempotency-Key'),
    )
    expect(withKey).toHaveLength(creating)
    expect(creating).toBeGreaterThanOrEqual(25)
  })

  it('has a declared tag', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const [name, operation] of operations)
      for (const tag of operation.tags) expect(tags, name).toContain(tag)
  })

  it('declares the parameters of its path, and each parameter once', () => {
    for (const [name, operation, path] of operations) {
      const parameters = (operation.parameters ?? []).flatMap(resolveParameter)
      const inPath = parameters.filter(parameter => parameter.in === 'path')
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(
        inPath.map(parameter => parameter.name),
        name,
      ).toEqual(wanted)
      expect(
        inPath.every(({ required }) => required),
        name,
      ).toBe(true)
      const keys = parameters.map(parameter => `${parameter.in} ${parameter.name}`)
      expect(new Set(keys).size, name).toBe(keys.length)
    }
  })

  it('declares a success and a failure', () => {
    for (const [name, { responses }] of operations) {
      expect(
        Object.keys(responses).some(status => status.startsWith('2')),
        name,
      ).toBe(true)
      expect(responses, name).toHaveProperty('500')
    }
  })

  it('requires a token unless anyone may call it', () => {
    for (const [name, operation] of operations)
      expect(operation.security.length > 0, name).toBe(operation['x-policy'].may !== 'anyone')
  })
})

function lookUp(ref: string): unknown {
  const keys = ref.replace(/^#\//, '').split('/')
  return keys.reduce<unknown>(
    (place, key) =>
      typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[key] : undefined,
    document,
  )
}
