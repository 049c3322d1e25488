import { Link } from 'react-router'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { isVideo, type MediaItem, mediaFacts, mediaSize } from '../../../platform/admin/fields/media-item.ts'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import { Fact, Panel } from '../../../platform/admin/parts.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { type FocalPoint, FocalPointField } from './focal-point-field.tsx'
import { library, titleOf } from './library.ts'
import styles from './media-screen.module.css'
import { ReplaceFile } from './replace-file.tsx'

type MediaFields = {
  readonly title: string
  readonly alt_text: string
  readonly caption: string
  readonly focal_point: FocalPoint
  /** URL of the picture, read-only; '' for a video, which is never cropped. */
  readonly picture: string
}

const { Field, TextArea } = formFields<MediaFields>()

export const MediaItemScreen = () => (
  <FormScreen<MediaItem, MediaFields>
    resource={library}
    titleOf={titleOf}
    empty={{ title: '', alt_text: '', caption: '', focal_point: { x: 50, y: 50 }, picture: '' }}
    toValues={(item) => ({
      title: item.title.raw,
      alt_text: item.alt_text,
      caption: item.caption.raw,
      focal_point: item.focal_point,
      picture: isVideo(item) ? '' : mediaSize(item, 'medium').source_url,
    })}
    savedText="Saved. Every page that shows it is updated."
    deletion="Its file is deleted, too. A file that is in use stays."
    aside={(item) => <Shown item={item} />}
  >
    <FieldGroup title="Texts">
      <Field
        name="alt_text"
        label="Alternative text"
        hint="Describe it in a few words, for people who cannot see it. Leave it empty only if it is decoration."
        maxLength={500}
        isWide
      />
      <Field name="title" label="Title" hint="To find it again." maxLength={500} isWide />
      <TextArea name="caption" label="Caption" hint="Shown below the picture in texts." maxLength={5000} />
    </FieldGroup>
    <FocalPointField />
  </FormScreen>
)

/** Screens of entries that can use a picture. Other kinds have none. */
const screens: Readonly<Record<string, string>> = {
  post: paths.adminPosts,
  page: paths.adminPages,
  project: paths.adminProjects,
}

const Shown = ({ item }: { item: MediaItem }) => (
  <Panel id="picture" title={isVideo(item) ? 'The video' : 'The picture'}>
    {isVideo(item) ? (
      // Uploaded videos have no separate caption files.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        className={styles.video}
        controls
        preload="metadata"
        src={mediaSize(item, 'full').source_url}
        aria-label={item.alt_text || titleOf(item)}
      />
    ) : (
      <img className={styles.picture} src={mediaSize(item, 'medium').source_url} alt={item.alt_text} />
    )}
    <dl className={styles.facts}>
      <Fact label="File">{mediaFacts(item)}</Fact>
      <Fact label="Address">
        <a href={mediaSize(item, 'full').source_url}>{item.media_details.file}</a>
      </Fact>
      <Fact label="Another file">
        <ReplaceFile item={item} />
      </Fact>
      <Fact label="Shown by">
        {item.used_by?.length ? (
          <ul>
            {item.used_by.map(({ id, type, title }) => (
              <li key={`${type} ${id}`}>
                {screens[type] ? <Link to={`${screens[type]}${id}/`}>{title}</Link> : title}
              </li>
            ))}
          </ul>
        ) : (
          'Nothing'
        )}
      </Fact>
    </dl>
  </Panel>
)
