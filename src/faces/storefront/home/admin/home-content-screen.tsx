import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FieldArray, type FieldArrayPath, type FieldPath, useFieldArray } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MediaItem } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import styles from '../../../../platform/admin/form.module.css'
import { EditForm } from '../../../../platform/admin/form.tsx'
import { QueryState, ScreenHeader, useRest } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../site/content/admin/revisions.tsx'
import { pictureHref } from '../../../../things/media/picture-sizes.ts'
import type { HomeContentJson, HomePicture, HomeRevisionJson } from '../home-content.ts'
import homeStyles from './home-content-screen.module.css'

const { Field, TextArea, TokenField } = formFields<HomeContentJson>()

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
          className={styles.screen}
          save={async ({ values }) => {
            const saved = await rest.send<HomeContentJson>('PUT', href, values)
            queries.setQueryData([href], saved)
            return saved
          }}
        >
          <FieldGroup title="At the top">
            <Field name="hero.eyebrow" label="Line above the title" />
            <Field name="hero.title" label="Title" />
            <TextArea name="hero.text" label="Text" />
            <PictureField name="hero.picture" label="Picture at the top" />
            <Items name="hero.links" one="button" max={3} blank={{ label: '', href: '' }}>
              {(index) => (
                <>
                  <Field name={`hero.links.${index}.label`} label={`Button ${index + 1}`} />
                  <Field name={`hero.links.${index}.href`} label={`Address of button ${index + 1}`} />
                </>
              )}
            </Items>
          </FieldGroup>
          <FieldGroup title="Categories">
            <Field name="categories.title" label="Title" />
            <TextArea name="categories.text" label="Text" />
            <Items
              name="categories.tiles"
              one="tile"
              max={12}
              blank={{ categorySlug: '', subtitle: '', picture: null }}
            >
              {(index) => (
                <>
                  <Field name={`categories.tiles.${index}.categorySlug`} label={`Category ${index + 1}`} />
                  <Field name={`categories.tiles.${index}.subtitle`} label={`Words on tile ${index + 1}`} />
                  <PictureField name={`categories.tiles.${index}.picture`} label={`Picture of tile ${index + 1}`} />
                </>
              )}
            </Items>
          </FieldGroup>
          <FieldGroup title="Products">
            <Field name="featured.title" label="Title" />
            <TextArea name="featured.text" label="Text" />
            <TokenField
              name="featured.productSlugs"
              label="Products"
              hint="Last parts of their addresses. Without any, featured products are shown."
              isWide
            />
          </FieldGroup>
          <FieldGroup title="How we work">
            <Field name="approach.title" label="Title" />
            <TextArea name="approach.text" label="Text" />
            <Items name="approach.points" one="point" max={8} blank={{ title: '', text: '' }}>
              {(index) => (
                <>
                  <Field name={`approach.points.${index}.title`} label={`Point ${index + 1}`} />
                  <TextArea name={`approach.points.${index}.text`} label={`Text of point ${index + 1}`} />
                </>
              )}
            </Items>
          </FieldGroup>
          <FieldGroup title="Journal">
            <Field name="journal.title" label="Title" />
            <TokenField
              name="journal.postSlugs"
              label="Posts"
              hint="Last parts of their addresses, the large one first. Without any, the newest are shown."
              isWide
            />
            {query.data.journal.teaser && (
              <>
                <Field name="journal.teaser.title" label="Title of the large post" />
                <TextArea name="journal.teaser.text" label="Text of the large post" />
              </>
            )}
          </FieldGroup>
          <FieldGroup title="Letters">
            <Field name="testimonials.title" label="Title" />
            <Items name="testimonials.items" one="letter" max={8} blank={{ quote: '', name: '', location: '' }}>
              {(index) => (
                <>
                  <TextArea name={`testimonials.items.${index}.quote`} label={`Letter ${index + 1}`} />
                  <Field name={`testimonials.items.${index}.name`} label={`Name under letter ${index + 1}`} />
                  <Field name={`testimonials.items.${index}.location`} label={`Place of letter ${index + 1}`} />
                </>
              )}
            </Items>
          </FieldGroup>
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

type ItemsProps<N extends FieldArrayPath<HomeContentJson>> = {
  readonly name: N
  readonly one: string
  readonly max: number
  readonly blank: FieldArray<HomeContentJson, N>
  readonly children: (index: number) => ReactNode
}

/** A list whose items can be added and removed. */
function Items<N extends FieldArrayPath<HomeContentJson>>({ name, one, max, blank, children }: ItemsProps<N>) {
  const { fields, append, remove } = useFieldArray<HomeContentJson, N>({ name })
  return (
    <>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={homeStyles.item}>
          <legend className="visually-hidden">{`${one} ${index + 1}`}</legend>
          {children(index)}
          <button type="button" className={controls.button} onClick={() => remove(index)}>
            {`Remove ${one} ${index + 1}`}
          </button>
        </fieldset>
      ))}
      {fields.length < max && (
        <p className={homeStyles.add}>
          <button type="button" className={controls.button} onClick={() => append(blank)}>
            {`Add a ${one}`}
          </button>
        </p>
      )}
    </>
  )
}
