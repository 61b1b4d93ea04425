import { z } from 'zod'

/** The one shape of failure. `message` is for people, `code` for programs, `field` names what was wrong. */
export const failure = z
  .object({
    errors: z.array(z.object({ code: z.string(), message: z.string(), field: z.string().optional() })).min(1),
  })
  .meta({ id: 'Failure', description: 'The one shape of failure.' })
export type Failure = z.infer<typeof failure>
