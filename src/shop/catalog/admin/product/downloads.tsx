import { useMutation } from '@tanstack/react-query'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { FileButton } from '../../../../platform/admin/files/file-button.tsx'
import { sendFile } from '../../../../platform/admin/files/send-file.client.ts'
import { ErrorState } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductValues } from './product-values.ts'
import { type Row, RowsField } from './rows-field.tsx'

const { Quantity } = formFields<ProductValues>()

/** The files that buyers of a product or variation download, how often and for how long. */
export const Downloads = () => (
  <>
    <RowsField name="downloads" label="Files" one="file" columns={{ name: 'Name', file: 'Address' }}>
      <UploadFile />
    </RowsField>
    <Quantity name="download_limit" label="Downloads per purchase" hint="Leave it empty for no limit." />
    <Quantity name="download_expiry" label="Days" hint="After the purchase. Leave it empty for no limit." />
  </>
)

const MAX_BYTES = 100 * 1024 * 1024

/** Uploads a file to the shop's protected files, which only buyers can download. */
function UploadFile() {
  const { rest } = useAdminContext()
  const { value: rows, onChange } = useFieldValue<readonly Row[]>('downloads')
  const upload = useMutation({
    mutationFn: (file: File) =>
      sendFile<{ readonly file: string }>(rest, { href: paths.restProductFiles, file, maxBytes: MAX_BYTES }),
    onSuccess: ({ file }, { name }) => onChange([...rows, { name, file }]),
  })
  return (
    <>
      <FileButton label="Upload a file" isBusy={upload.isPending} onFiles={([file]) => file && upload.mutate(file)} />
      {upload.isError && <ErrorState error={upload.error} />}
    </>
  )
}
