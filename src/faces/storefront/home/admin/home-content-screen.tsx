import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { openPreview } from '../../../../platform/admin/open-preview.client.ts'
import { QueryState, ScreenHeader, useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../site/content/admin/revisions.tsx'
import type { HomeContent, HomeContentJson, HomeRevisionJson } from '../home-content.ts'
import homeStyles from './home-content-screen.module.css'
import { Button, Items, PictureField, SceneFields } from './home-fields.tsx'
import { OneSlugPicker, SlugPicker } from './slug-picker.tsx'

const { Field, TextArea } = formFields<HomeContentJson>()

const blankTile = { categorySlug: '', subtitle: '', picture: null }
const blankSlide = { eyebrow: '', title: '', text: '', picture: null, links: [] }
const blankLetter = { quote: '', name: '', location: '' }

const titleAndText = (part: 'categories' | 'featured' | 'approach') => (
  <>
    <Field name={`${part}.title`} label="Title" />
    <TextArea name={`${part}.text`} label="Text" />
  </>
)

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
            <SceneFields at="hero" />
            <Items name="hero.slides" titledBy="title" one="slide" max={5} blank={blankSlide}>
              {(at) => <SceneFields key="scene" at={`hero.slides.${at}`} of={` of slide ${at + 1}`} />}
            </Items>
          </Part>
          <Part name="categories" title="Categories">
            {titleAndText('categories')}
            <Items name="categories.tiles" titledBy="categorySlug" one="tile" max={12} blank={blankTile}>
              {(at) => {
                const tile = `categories.tiles.${at}` as const
                return [
                  <OneSlugPicker key="of" name={`${tile}.categorySlug`} label={`Category ${at + 1}`} of="categories" />,
                  <Field key="subtitle" name={`${tile}.subtitle`} label={`Words on tile ${at + 1}`} />,
                  <PictureField key="picture" name={`${tile}.picture`} label={`Picture of tile ${at + 1}`} />,
                ]
              }}
            </Items>
          </Part>
          <Part name="featured" title="Products">
            {titleAndText('featured')}
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
            {titleAndText('approach')}
            <Items name="approach.points" titledBy="title" one="point" max={8} blank={{ title: '', text: '' }}>
              {(at) => [
                <Field key="title" name={`approach.points.${at}.title`} label={`Point ${at + 1}`} />,
                <TextArea key="text" name={`approach.points.${at}.text`} label={`Text of point ${at + 1}`} />,
              ]}
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
            {query.data.journal.teaser && [
              <Field key="title" name="journal.teaser.title" label="Title of the large post" />,
              <TextArea key="text" name="journal.teaser.text" label="Text of the large post" />,
            ]}
          </Part>
          <Part name="testimonials" title="Letters">
            <Field name="testimonials.title" label="Title" />
            <Items name="testimonials.items" titledBy="name" one="letter" max={8} blank={blankLetter}>
              {(at) => {
                const letter = `testimonials.items.${at}` as const
                return [
                  <TextArea key="quote" name={`${letter}.quote`} label={`Letter ${at + 1}`} />,
                  <Field key="name" name={`${letter}.name`} label={`Name under letter ${at + 1}`} />,
                  <Field key="location" name={`${letter}.location`} label={`Place of letter ${at + 1}`} />,
                ]
              }}
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

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

type PartProps = { readonly name: keyof HomeContent; readonly title: string; readonly children: ReactNode }

function Part({ name, title, children }: PartProps) {
  const value = useWatch<HomeContentJson, keyof HomeContent>({ name })
  return (
    <Fold name={name} title={title} about={'title' in value ? value.title : undefined}>
      {children}
    </Fold>
  )
}

function Preview() {
  const { getValues } = useFormContext<HomeContentJson>()
  const open = () => openPreview(hrefs.homePreview(), { content: JSON.stringify(getValues()) })
  return <Button onClick={open}>Preview without saving</Button>
}
