import { useMutation } from '@tanstack/react-query'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Button } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { useEditor } from '../editor-api.ts'

let version = 0

/** The title of the page, and the way to save and to leave. */
export function SessionBar({ page }: { readonly page: PageJson }) {
  const { rest } = useAdminContext()
  const { document, announce } = useEditor()
  const save = useMutation({
    mutationFn: () =>
      rest.send<PageJson>('PUT', `${paths.restBuilder}/pages/${page.id}`, {
        version: version || page.version,
        document: document(),
      }),
    onSuccess: (saved) => {
      version = saved.version
      announce('Saved')
    },
  })
  return (
    <>
      <a href={hrefs.adminEntry(page.kind, page.id)}>Exit</a>
      <h1>{page.title}</h1>
      <Button label="Save" isBusy={save.isPending} onClick={() => save.mutate()} />
    </>
  )
}
