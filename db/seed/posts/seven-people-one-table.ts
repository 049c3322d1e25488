import type { SeedPost } from '../types.ts'

export const sevenPeopleOneTable: SeedPost = {
  slug: 'seven-people-one-table',
  title: 'How we taste: seven people, one table',
  excerpt:
    'A blind tasting from the first kettle to the last argument, and why the tea that wins on Monday is tasted again the week after.',
  category: 'Journeys',
  tags: ['tasting', 'green tea', 'black tea'],
  daysAgo: 371,
  picture: 'tasting-cups-in-use',
  html: `
<p>In the second week of April the packing room goes quiet around eleven. The long table is cleared, forty white cups are lined up in four rows, and nobody wears hand cream. The spring samples are here.</p>

<h2>The same for all</h2>
<p>Three grams, one hundred and fifty millilitres, three minutes, the same water. That is too much leaf and too hot for most of them, and it is meant to be: faults come out first. A tea that is pleasant under such treatment will be pleasant anywhere.</p>

<h2>In silence</h2>
<p>We slurp, we spit, we write. Talking comes later, because the first adjective spoken aloud is the one that everybody tastes. Each of us marks ten cups to keep. Usually four or five are on all lists, and the rest is discussed until lunch.</p>

<h2>Then again</h2>
<p>A week later the same teas come back, with new numbers, brewed as you would at home. Some that were loud have gone hoarse. Some that nobody noticed have moved to the front. <a href="/blog/what-first-flush-means/">First flush</a> above all changes from week to week in its first month.</p>

<h2>What decides</h2>
<p>Not the highest score. We ask which of them we would miss if it were not there in November. There is room for about eighty things on our shelves, so for each that comes, one has to go, and that is the argument for which we keep the good biscuits.</p>
`.trim(),
}
