import type { SeedPost } from '../types.ts'

export const teaOnATrain: SeedPost = {
  slug: 'tea-on-a-train',
  title: 'Toronto to Winnipeg by kettle',
  excerpt:
    'Thirty-four hours, one electric outlet and a dining car that closes at nine. Notes from a train on how little it takes.',
  category: 'Journeys',
  tags: ['travel', 'oolong', 'teaware'],
  daysAgo: 262,
  picture: 'travel-tumbler-in-use',
  html: `
<p>The train to Winnipeg leaves in the morning and arrives, with luck, in the evening of the next day. In between there are some two thousand kilometres of spruce. I had packed a book about whales and a tin of <a href="/product/dong-ding/">Dong Ding</a>, and I did not open the book.</p>

<h2>Hot water is a question of manners</h2>
<p>Ask the attendant once, in the morning, with the tumbler in your hand, and say when you will be back. By noon I did not have to ask. By Sioux Lookout he was drinking it too.</p>

<h2>What to bring</h2>
<ul>
<li>A <a href="/product/travel-tumbler/">tumbler with a strainer</a>. Nothing that has to be poured from one thing into another: the track decides where it goes.</li>
<li>Rolled oolong. A teaspoon of it lasts from breakfast to supper and takes up no room.</li>
<li>A clean handkerchief, under everything.</li>
</ul>

<h2>What to leave at home</h2>
<p>The scale. The thermometer. The notion that the fourth steep should taste like the fourth steep at home. Water on a train is what it is, somewhere below a boil and older than you would like, and a roasted tea forgives that.</p>

<h2>Hornepayne</h2>
<p>The train stood for forty minutes in the dark and people got out to stamp their feet. Somebody had a guitar. I passed the lid around and it came back empty with a butterscotch in it, which is the best review we have had.</p>
`.trim(),
}
