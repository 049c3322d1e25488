import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAdminContext, useMay } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import type { FieldProps } from '../../../platform/admin/fields/field.tsx'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { PicturesField } from '../../../platform/admin/fields/pictures-field.tsx'
import { preloadRichText, RichText } from '../../../platform/admin/fields/rich-text.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { useListHref } from '../../../platform/admin/list/list-state.ts'
import { Button, ErrorState, Panel, QueryState } from '../../../platform/admin/parts.tsx'
import { type Resource, restItem } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Revisions } from '../../../things/entries/admin/revisions.tsx'
import { textLines } from '../../../things/entries/compare-text.ts'
import { FeatureButton } from '../../features/admin/feature-button.tsx'
import { builderUse } from '../capabilities.ts'
import type { EntryJson, RevisionJson } from '../rest/entry-json.ts'
import { UnlessBuilt } from './built-notice.tsx'
import { pages, posts, projects, StatusBadge, titleOf } from './entry-parts.tsx'
import styles from './entry-screen.module.css'
import { PreviewTyped } from './preview-typed.tsx'

const toFields = (item: EntryJson) => ({
  title: item.title.raw,
  slug: item.slug,
  content: item.content.raw,
  excerpt: item.excerpt.raw,
  // A scheduled entry is published with a future date.
  status: item.status === 'future' ? 'publish' : item.status,
  // '' means the time of publishing. `datetime-local` fields have no seconds.
  date: item.is_date_open ? '' : item.date.slice(0, 16),
  storedDate: item.is_date_open ? '' : item.date,
  commentsOpen: item.comment_status === 'open',
  featured_media: item.featured_media,
  categories: item.categories ?? [],
  tags: item.tags ?? [],
  project_category: item.project_category ?? [],
  pictures: item.pictures ?? [],
  video: item.video ?? '',
  parent: item.parent ?? 0,
  version: item.version as number | undefined,
})

type EntryFields = ReturnType<typeof toFields>

const { Field, TextArea, Select, Checkbox, DateField, EntityPicker, MediaPicker } = formFields<EntryFields>()
preloadRichText()

const empty: EntryFields = {
  title: '',
  slug: '',
  content: '',
  excerpt: '',
  date: '',
  storedDate: '',
  commentsOpen: true,
  featured_media: 0,
  categories: [],
  tags: [],
  project_category: [],
  pictures: [],
  video: '',
  parent: 0,
  version: undefined,
  status: 'draft',
}

/** An unchanged date is omitted, because the field has removed its seconds. */
const toBody = ({ date, storedDate, commentsOpen, slug, ...fields }: EntryFields) => ({
  ...fields,
  ...(slug === '' && fields.version === undefined ? {} : { slug }),
  ...(date === storedDate.slice(0, 16) ? {} : { date: date === '' ? null : date }),
  comment_status: commentsOpen ? 'open' : 'closed',
})

const statusOptions = [
  ['draft', 'Draft'],
  ['pending', 'Waiting for review'],
  ['publish', 'Published or scheduled'],
  ['private', 'Private: for editors only'],
  ['trash', 'In the trash'],
] as const

const linesOf = ({ title, excerpt, content }: Pick<RevisionJson, 'title' | 'excerpt' | 'content'>) =>
  [title, excerpt, content].flatMap(({ raw }) => textLines(raw ?? ''))

type EntryScreenProps = {
  readonly resource: Resource
  readonly excerpt: Pick<FieldProps, 'label' | 'hint'>
  readonly pictureHint: string
  readonly hasComments?: boolean
  readonly children: ReactNode
}

function EntryScreen({ resource, excerpt, pictureHint, hasComments = true, children }: EntryScreenProps) {
  // Resets the form to the restored revision, discarding what was typed.
  const [restored, setRestored] = useState(0)
  const queries = useQueryClient()
  return (
    <FormScreen<EntryJson, EntryFields>
      key={restored}
      resource={resource}
      titleOf={titleOf}
      empty={empty}
      toValues={toFields}
      toBody={toBody}
      savedText="Saved. The shop now shows it if it is published."
      errorFields={{ empty_content: 'title', rest_invalid_featured_media: 'featured_media' }}
      badge={(item) => <StatusBadge status={item.status} />}
      aside={(item) => (
        <div className={styles.aside}>
          <Actions resource={resource} item={item} />
          <Revisions<RevisionJson, EntryJson>
            href={`${restItem(resource, item.id)}/revisions`}
            queryKey={[resource.rest, item.id, 'revisions', item.version]}
            linesOf={linesOf}
            current={linesOf(item)}
            onRestored={async (saved) => {
              queries.setQueryData([resource.rest, item.id], saved)
              await queries.invalidateQueries({ queryKey: [resource.rest] })
              setRestored((count) => count + 1)
            }}
          />
        </div>
      )}
    >
      <FieldGroup title="Text">
        <Field name="title" label="Title" maxLength={500} isWide />
        <Field
          name="slug"
          label="Address"
          hint="The last part of the address. Leave it empty to use the title. Old addresses redirect to the new one."
          isWide
        />
        <UnlessBuilt resource={resource} onPlain={() => setRestored((count) => count + 1)}>
          <RichText name="content" label="Text" Tool={FeatureButton} />
        </UnlessBuilt>
        <TextArea name="excerpt" {...excerpt} />
      </FieldGroup>
      <FieldGroup title="Publishing">
        <Select name="status" label="Status" options={statusOptions} />
        <DateField
          name="date"
          label="Date"
          hint="In the shop’s time zone. Leave it empty for the time of publishing."
        />
        {hasComments && <Checkbox name="commentsOpen" label="Comments are open" />}
        {children}
        <MediaPicker name="featured_media" label="Featured picture" hint={pictureHint} isWide />
        <PreviewTyped />
      </FieldGroup>
    </FormScreen>
  )
}

/** Any other page; the server refuses descendants of this one. */
function ParentField() {
  const [id] = Object.values(useParams())
  const { rest } = useAdminContext()
  const url = `${paths.restPages}?status=any&orderby=title&order=asc&_fields=id,title`
  const all = useQuery({ queryKey: [paths.restPages, url], queryFn: ({ signal }) => rest.all<EntryJson>(url, signal) })
  if (all.error && !all.data) return <QueryState query={all} />
  const others = (all.data ?? []).filter((page) => page.id !== Number(id))
  const options = [[0, 'None'] as const, ...others.map((page) => [page.id, titleOf(page)] as const)]
  return (
    <Select name="parent" label="Parent page" hint="Orders pages for editors; the address stays." options={options} />
  )
}

function Actions({ resource, item }: { resource: Resource; item: EntryJson }) {
  const { rest } = useAdminContext()
  const mayBuild = useMay(builderUse)
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const list = useListHref(resource.screen)
  const send = (status: EntryJson['status']) =>
    rest.send<EntryJson>('PUT', restItem(resource, item.id), { status }).then(async () => {
      queries.removeQueries({ queryKey: [resource.rest, item.id] })
      await queries.invalidateQueries({ queryKey: [resource.rest] })
    })
  const trash = useMutation({
    mutationFn: () => send('trash'),
    onSuccess: async () => {
      await navigate(list, { replace: true })
      toast.show({ text: `The ${resource.names[0]} is in the trash.`, undo: () => send(item.status) })
    },
  })
  return (
    <Panel id="actions" title="See it">
      <div className={styles.actions}>
        {item.status === 'publish' ? (
          <a className={controls.button} href={item.link} target="_blank" rel="noreferrer">
            View in the shop
          </a>
        ) : (
          <a className={controls.button} href={item.preview_link} target="_blank" rel="noreferrer">
            Preview
          </a>
        )}
        {item.status !== 'trash' && mayBuild && (
          <a className={controls.button} href={hrefs.pageBuilder(item.id)}>
            Edit in the page builder
          </a>
        )}
        {item.status !== 'trash' && (
          <Button kind="danger" disabled={trash.isPending} onClick={() => trash.mutate()}>
            Move to trash
          </Button>
        )}
      </div>
      {trash.isError && <ErrorState error={trash.error} />}
    </Panel>
  )
}

export const PostScreen = () => (
  <EntryScreen
    resource={posts}
    excerpt={{ label: 'Excerpt', hint: 'In lists, feeds and search results.' }}
    pictureHint="Over the text, in lists and where the post is shared."
  >
    <EntityPicker name="categories" of="postCategories" label="Categories" />
    <EntityPicker name="tags" of="postTags" label="Tags" />
  </EntryScreen>
)
export const PageScreen = () => (
  <EntryScreen
    resource={pages}
    excerpt={{ label: 'Introduction', hint: 'Under the title, and in search results.' }}
    pictureHint="Over the text, and where the page is shared."
  >
    <ParentField />
  </EntryScreen>
)
export const ProjectScreen = () => (
  <EntryScreen
    resource={projects}
    excerpt={{ label: 'Description', hint: 'Under the title, in the portfolio and in search results.' }}
    pictureHint="In the portfolio, over the text, and where the project is shared."
    hasComments={false}
  >
    <EntityPicker name="project_category" of="projectCategories" label="Categories" />
    <PicturesField name="pictures" label="Pictures" hint="Below the text, in this order." isWide />
    <Field
      name="video"
      label="Video"
      hint="The address of a video on YouTube or Vimeo, or of an .mp4 or .webm file under /wp-content/uploads/."
      isWide
    />
  </EntryScreen>
)
