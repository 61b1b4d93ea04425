import { queryOptions } from '@tanstack/react-query'
import { unreachable } from '../../lib/api/api-error.ts'

interface ApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example: unknown
}

/** A call of the API, as the reference shows and sends it. */
export interface ApiCall {
  id: string
  method: string
  /** With `{name}` for each path parameter. */
  path: string
  summary: string
  /** The feature that it belongs to. */
  group: string
  may: 'anyone' | readonly string[]
  /** Whether it changes nothing. */
  isRead: boolean
  parameters: readonly ApiParameter[]
  /** Null without a request body. */
  body: { type: string; example: unknown } | null
  /** Everything that a search looks at, in lower case. */
  words: string
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  'x-policy': { may: ApiCall['may']; isRead: boolean }
  parameters?: (ApiParameter | Reference)[]
  requestBody?: RequestBody | Reference
}

interface Reference {
  $ref: string
}

interface RequestBody {
  content: Record<string, { example?: unknown }>
}

export interface ApiDocument {
  components: { parameters: Record<string, ApiParameter>; requestBodies: Record<string, RequestBody> }
  paths: Record<string, Record<string, Operation>>
}

export const documentPath = '/api/docs/openapi.json'

/** The OpenAPI document of this server, which changes only with its version. */
export const documentQuery = queryOptions({
  queryKey: ['api-document'],
  queryFn: async ({ signal }) => {
    const response = await fetch(documentPath, { signal })
    if (!response.ok) throw unreachable(null)
    // The server builds the document, and a test holds it to these fields.
    return listCalls((await response.json()) as ApiDocument)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

function listCalls({ paths, components }: ApiDocument): ApiCall[] {
  const listParameters = ({ parameters = [] }: Operation) =>
    parameters.flatMap(each => resolve(each, components.parameters) ?? [])
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ApiCall => {
      const { operationId, summary, tags } = operation
      const parameters = listParameters(operation)
      const requestBody = operation.requestBody && resolve(operation.requestBody, components.requestBodies)
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const group = tags[0] ?? ''
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        group,
        ...operation['x-policy'],
        parameters,
        body: type === undefined ? null : { type, example: content?.example },
        words: [method, path, summary, group, operationId, ...parameters.map(({ name }) => name)]
          .join(' ')
          .toLowerCase(),
      }
    }),
  )
}

/** What several calls share is one of the components, named by the end of the reference. */
function resolve<Part extends object>(
  part: Part | Reference,
  components: Record<string, Part>,
): Part | undefined {
  return '$ref' in part ? components[part.$ref.split('/').at(-1) ?? ''] : part
}

/** The calls that have every word of a search. */
export function searchCalls(calls: readonly ApiCall[], search: string): ApiCall[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ words }) => wanted.every(word => words.includes(word)))
}
