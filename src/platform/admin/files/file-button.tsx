import { type ComponentProps, useRef } from 'react'
import { Button } from '../parts.tsx'

type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> &
  Pick<ComponentProps<typeof Button>, 'isBusy' | 'label'> & { readonly onFiles: (files: readonly File[]) => void }

/** A button that opens the file chooser of the browser. The same file can be chosen again. */
export function FileButton({ label, isBusy = false, onFiles, ...input }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button label={label} isBusy={isBusy} onClick={() => chooser.current?.click()} />
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
