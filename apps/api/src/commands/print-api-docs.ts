import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { referenceMarkdown } from '@plumbline/api-docs'

/** Writes docs/api.md anew from the contract. */
writeFileSync(path.resolve(import.meta.dirname, '../../../../docs/api.md'), referenceMarkdown())
