import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type FieldArray,
  type FieldArrayPath,
  type FieldPath,
  useFieldArray,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MediaItem } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { openPreview } from '../../../../platform/admin/open-preview.client.ts'
import { QueryState, ScreenHeader, useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../site/content/admin/revisions.tsx'
import { pictureHref } from '../../../../things/media/picture-sizes.ts'
import type { HomeContent, HomeContentJson, HomePicture, HomeRevisionJson } from '../home-content.ts'
import homeStyles from './home-content-screen.module.css'
import { OneSlugPicker, SlugPicker } from './slug-picker.tsx'

const { Field, TextArea } = formFields<HomeContentJson>()

/** The content of the home page, section by section. */
export function HomeContentScreen() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const href = paths.restHomePage
  // The form starts anew with the texts of a restored revision.
  const [restored, setRestored] = useState(0)
  const query = useRest<HomeContentJson>([href], href)
  return (
    <>
      <ScreenHeader title="Home page" />
      <QueryState query={query} />
      {query.data && (
        <EditForm<HomeContentJson>
          key={restored}
          initial={query.data}
          labels={{ save: 'Save changes', saved: 'Saved. The home page shows it now.' }}
          className={homeStyles.parts}
          actions={<Preview />}
          save={async ({ values }) => {
            const saved = await rest.send<HomeContentJson>('PUT', href, values)
            queries.setQueryData([href], saved)
            return saved
          }}
        >
          <Part name="hero" title="At the top">
            <Field name="hero.eyebrow" label="Line above the title" />
            <Field name="hero.title" label="Title" />
            <TextArea name="hero.text" label="Text" />
            <PictureField name="hero.picture" label="Picture at the top" />
            <Items name="hero.links" titledBy="label" one="button" max={3} blank={{ label: '', href: '' }}>
              {(index) => (
                <>
                  <Field name={`hero.links.${index}.label`} label={`Button ${index + 1}`} />
                  <Field name={`hero.links.${index}.href`} label={`Address of button ${index + 1}`} />
                </>
              )}
            </Items>
          </Part>
          <Part name="categories" title="Categories">
            <Field name="categories.title" label="Title" />
            <TextArea name="categories.text" label="Text" />
            <Items
              name="categories.tiles"
              titledBy="categorySlug"
              one="tile"
              max={12}
              blank={{ categorySlug: '', subtitle: '', picture: null }}
            >
              {(index) => (
                <>
                  <OneSlugPicker
                    name={`categories.tiles.${index}.categorySlug`}
                    label={`Category ${index + 1}`}
                    of="categories"
                  />
                  <Field name={`categories.tiles.${index}.subtitle`} label={`Words on tile ${index + 1}`} />
                  <PictureField name={`categories.tiles.${index}.picture`} label={`Picture of tile ${index + 1}`} />
                </>
              )}
            </Items>
          </Part>
          <Part name="featured" title="Products">
            <Field name="featured.title" label="Title" />
            <TextArea name="featured.text" label="Text" />
            <SlugPicker
              name="featured.productSlugs"
              label="Products"
              of="products"
              max={12}
              hint="Without any, featured products are shown."
              isWide
            />
          </Part>
          <Part name="approach" title="How we work">
            <Field name="approach.title" label="Title" />
            <TextArea name="approach.text" label="Text" />
            <Items name="approach.points" titledBy="title" one="point" max={8} blank={{ title: '', text: '' }}>
              {(index) => (
                <>
                  <Field name={`approach.points.${index}.title`} label={`Point ${index + 1}`} />
                  <TextArea name={`approach.points.${index}.text`} label={`Text of point ${index + 1}`} />
                </>
              )}
            </Items>
          </Part>
          <Part name="journal" title="Journal">
            <Field name="journal.title" label="Title" />
            <SlugPicker
              name="journal.postSlugs"
              label="Posts"
              of="posts"
              max={3}
              hint="The large one first. Without any, the newest are shown."
              isWide
            />
            {query.data.journal.teaser && (
              <>
                <Field name="journal.teaser.title" label="Title of the large post" />
                <TextArea name="journal.teaser.text" label="Text of the large post" />
              </>
            )}
          </Part>
          <Part name="testimonials" title="Letters">
            <Field name="testimonials.title" label="Title" />
            <Items
              name="testimonials.items"
              titledBy="name"
              one="letter"
              max={8}
              blank={{ quote: '', name: '', location: '' }}
            >
              {(index) => (
                <>
                  <TextArea name={`testimonials.items.${index}.quote`} label={`Letter ${index + 1}`} />
                  <Field name={`testimonials.items.${index}.name`} label={`Name under letter ${index + 1}`} />
                  <Field name={`testimonials.items.${index}.location`} label={`Place of letter ${index + 1}`} />
                </>
              )}
            </Items>
          </Part>
        </EditForm>
      )}
      {query.data && (
        <Revisions<HomeRevisionJson, HomeContentJson>
          href={`${href}/revisions`}
          queryKey={[href, 'revisions', query.data.version]}
          linesOf={({ fields }) => textsIn(fields)}
          current={textsIn(query.data)}
          onRestored={(saved) => {
            queries.setQueryData([href], saved)
            setRestored((count) => count + 1)
          }}
        />
      )}
    </>
  )
}

/** Every text in the content, in its order. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

type PictureFieldProps = { readonly name: FieldPath<HomeContentJson>; readonly label: string }

/** A picture of the library with everything needed to render it. */
function PictureField(field: PictureFieldProps) {
  const { value, onChange } = useFieldValue<HomePicture | null>(field.name)
  const pick = ({ media_details: { file: path, width, height }, alt_text: alt }: MediaItem) =>
    onChange({ path, width, height, alt } satisfies HomePicture)
  return (
    <FieldFrame {...field} isWide isGroup>
      {() => (
        <ChosenPicture
          picture={value && { src: pictureHref(value, 324), alt: value.alt }}
          onPick={pick}
          onRemove={() => onChange(null)}
        />
      )}
    </FieldFrame>
  )
}

type PartProps = { readonly name: keyof HomeContent; readonly title: string; readonly children: ReactNode }

/** A section of the page, folded away under its title. */
function Part({ name, title, children }: PartProps) {
  const value = useWatch<HomeContentJson, keyof HomeContent>({ name })
  return (
    <Fold name={name} title={title} about={'title' in value ? value.title : undefined}>
      {children}
    </Fold>
  )
}

/** Opens the home page as it would be with what was typed. */
function Preview() {
  const { getValues } = useFormContext<HomeContentJson>()
  return (
    <button
      type="button"
      className={controls.button}
      onClick={() => openPreview(hrefs.homePreview(), { content: JSON.stringify(getValues()) })}
    >
      Preview without saving
    </button>
  )
}

type ItemsProps<N extends FieldArrayPath<HomeContentJson>> = {
  readonly name: N
  readonly one: string
  readonly max: number
  readonly blank: FieldArray<HomeContentJson, N>
  /** The field that an item is known by. */
  readonly titledBy: keyof FieldArray<HomeContentJson, N> & string
  readonly children: (index: number) => ReactNode
}

/** A list whose items can be added and removed; each is folded away under its title. */
function Items<N extends FieldArrayPath<HomeContentJson>>(props: ItemsProps<N>) {
  const { name, one, max, blank, titledBy, children } = props
  const { fields, append, remove } = useFieldArray<HomeContentJson, N>({ name })
  /** The place of the item that was added last, which is open; -1 for none. */
  const [addedAt, setAddedAt] = useState(-1)
  const values = useWatch<HomeContentJson>({ name: name as FieldPath<HomeContentJson> }) as readonly Record<
    string,
    string
  >[]
  const title = `${one.charAt(0).toUpperCase()}${one.slice(1)}`
  return (
    <>
      {fields.map((field, index) => (
        <Fold
          key={field.id}
          name={`${name}.${index}`}
          title={`${title} ${index + 1}`}
          about={values[index]?.[titledBy]?.replaceAll('-', ' ')}
          isOpen={index === addedAt}
          isInner
        >
          {children(index)}
          <p className={homeStyles.add}>
            <button
              type="button"
              className={controls.button}
              onClick={() => {
                remove(index)
                setAddedAt(index === addedAt ? -1 : addedAt - Number(index < addedAt))
              }}
            >
              {`Remove ${one} ${index + 1}`}
            </button>
          </p>
        </Fold>
      ))}
      {fields.length < max && (
        <p className={homeStyles.add}>
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              append(blank)
              setAddedAt(fields.length)
            }}
          >
            {`Add a ${one}`}
          </button>
        </p>
      )}
    </>
  )
}
