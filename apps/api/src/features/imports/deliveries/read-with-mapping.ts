import type { ColumnMapping, FileReading } from '@plumbline/importers'
import type { StatementReader } from '../files/read-statement.ts'

export interface MappedReading {
  reading: FileReading
  /** Name of the saved mapping that was used. */
  preset: string | null
  mapping: ColumnMapping | null
}

/** Reads a file with the mapping that the family saved for its header, if any. */
export async function readWithSavedMapping(
  reader: Pick<StatementReader, 'read'>,
  bytes: Uint8Array,
  today: string,
  findMapping: (signature: string) => Promise<{ name: string; mapping: ColumnMapping } | null>,
): Promise<MappedReading> {
  const reading = await reader.read(bytes, { today })
  if (reading.state !== 'needs_columns') return { reading, preset: null, mapping: null }
  const known = await findMapping(reading.signature)
  if (!known) return { reading, preset: null, mapping: null }
  // Place and encoding differ between files. A word that the layout did not have yet gets no meaning by itself.
  const { headerLine, encoding, sheet, separator } = reading.csv.mapping
  const mapping = { ...known.mapping, headerLine, encoding, sheet, separator, account: null }
  return { reading: await reader.read(bytes, { mapping, today }), preset: known.name, mapping }
}
