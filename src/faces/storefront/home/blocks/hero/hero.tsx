import { z } from 'zod'
import { ButtonLink } from '../../../../../platform/ui/buttons.tsx'
import { HomeSlider } from '../../../../../site/features/home-slider/home-slider.tsx'
import { defineBlock } from '../../../../../things/blocks/block.ts'
import { OptionText } from '../../../../../things/blocks/option-text.tsx'
import { address, flag, lines, picture, text } from '../../../../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../../../../things/media/media.table.ts'
import { Picture } from '../../../../../things/media/picture-element.tsx'
import styles from './hero.module.css'

export const heroSlide = z.object({
  eyebrow: text('Line above the title'),
  title: text('Title'),
  text: lines('Text'),
  picture: picture('Picture'),
  label_1: text('Button'),
  url_1: address('Leads to'),
  label_2: text('Second button'),
  url_2: address('The second leads to'),
  label_3: text('Third button'),
  url_3: address('The third leads to'),
})

type Slide = z.output<typeof heroSlide>

/** Full-width pictures with text over them; several become a slider. */
export const hero = defineBlock({
  name: 'home_hero',
  title: 'Hero',
  group: 'media',
  options: {
    label: text('Name of the slider', 'Highlights'),
    names_page: flag('Its first title is that of the page', false),
  },
  item: { title: 'Slide', options: heroSlide.shape },
  View: ({ options: { label, names_page: namesPage }, items, pictures, isFirst }) => {
    const slides = items.map(({ options }, index) => {
      const shown = pictures.get(options.picture)
      return {
        className: `${styles.hero} ${shown ? '' : styles.plain}`,
        content: <Scene slide={options} picture={shown} isFirst={isFirst && namesPage && index === 0} />,
      }
    })
    const [only] = slides
    if (!only) return null
    return (
      <div data-full="">
        {slides.length === 1 ? (
          <section className={only.className}>{only.content}</section>
        ) : (
          <HomeSlider label={label} slides={slides} />
        )}
      </div>
    )
  },
})

type SceneProps = { slide: Slide; picture: MediaPicture | undefined; isFirst: boolean }

function Scene({ slide: one, picture: shown, isFirst }: SceneProps) {
  const links = [
    { label: one.label_1, href: one.url_1 },
    { label: one.label_2, href: one.url_2 },
    { label: one.label_3, href: one.url_3 },
  ].filter(({ label, href }) => label !== '' && href !== '')
  return (
    <>
      {shown && (
        <div className={styles.scene}>
          <Picture picture={shown} maxWidth={1800} sizes="100vw" isFirst={isFirst} />
        </div>
      )}
      <div className={styles.words}>
        <OptionText className={styles.season} text={one.eyebrow} />
        <OptionText as={isFirst ? 'h1' : 'h2'} text={one.title} />
        <OptionText className={styles.lead} text={one.text} />
        {links.length > 0 && (
          <p className={styles.links}>
            {links.map((link, index) => (
              <ButtonLink key={index} variant={index === 0 ? 'cta' : 'secondary'} {...link} />
            ))}
          </p>
        )}
      </div>
    </>
  )
}
