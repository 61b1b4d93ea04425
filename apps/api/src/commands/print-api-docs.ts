import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { referenceMarkdown } from '@plumbline/api-docs'

/** Regenerates docs/api.md from the contract. */
writeFileSync(path.resolve(import.meta.dirname, '../../../../docs/api.md'), referenceMarkdown())
