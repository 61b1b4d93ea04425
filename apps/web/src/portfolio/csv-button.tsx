import { useMutation } from '@tanstack/react-query'
import type { ReplyFile } from '../lib/api/api.ts'
import { saveFile } from '../lib/api/save-file.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Button } from '../ui/display/button.tsx'
import { IconButton } from '../ui/display/icon-button.tsx'

interface CsvButtonProps {
  /** Requests the whole filtered and sorted list, not only the page shown. */
  load: () => Promise<ReplyFile>
  /** The fallback when the server does not name the file. */
  fileName: string
  size?: 'small' | 'medium'
  /** Only the icon, in a full toolbar. */
  isIconOnly?: boolean
}

/** Downloads a list as CSV. Shows failures as a toast. */
export function CsvButton({ load, fileName, size = 'medium', isIconOnly = false }: CsvButtonProps) {
  const text = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: load,
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? fileName),
  })
  if (isIconOnly)
    return (
      <IconButton
        icon="download"
        label={text('table_export_label')}
        disabled={isPending}
        onClick={() => mutate()}
      />
    )
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
