import { useMutation } from '@tanstack/react-query'
import type { ReplyFile } from '../lib/api/api.ts'
import { saveFile } from '../lib/api/save-file.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Button } from '../ui/display/button.tsx'

interface CsvButtonProps {
  /** Asks for the whole list as it is filtered and ordered, not only for the rows in view. */
  load: () => Promise<ReplyFile>
  /** Where the server gives the file no name. */
  fileName: string
  size?: 'small' | 'medium'
}

/** Saves a list as CSV. A failure is told as a message, like any other. */
export function CsvButton({ load, fileName, size = 'medium' }: CsvButtonProps) {
  const text = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? fileName),
  })
  return (
    <Button
      icon="download"
      size={size}
      isBusy={isPending}
      aria-label={text('table_export_label')}
      onClick={() => mutate()}
    >
      {text('table_export')}
    </Button>
  )
}
