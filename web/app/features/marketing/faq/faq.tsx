import { questionGroups } from '@atelier/content/faq.ts';
import { pages } from '@atelier/content/pages.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { Link } from '../../../lib/pages/links.ts';
import { metaOf } from '../../../lib/pages/page-meta-by-key.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { SectionIndex } from '../components/section-index.tsx';
import { breadcrumbData, questionsData } from '../seo/structured.ts';
import { QuestionItem } from './question-item.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('faq');

/** Every question with its answer, in groups. Each opens without script. */
export default function Faq() {
  return (
    <>
      <PageHero label={pages.faq.label} title={`${pages.faq.title}.`}>
        Don’t see yours?{' '}
        <Link
          to={pages.contact.path}
          className="font-medium text-ink underline decoration-accent underline-offset-4 hover:decoration-2"
        >
          Ask it
        </Link>
        , and the answer may end up here.
      </PageHero>
      <div className="mx-auto max-w-page gap-x-10 px-5 pb-12 sm:px-8 sm:pb-20 lg:grid lg:grid-cols-12">
        <SectionIndex
          label="Groups of questions"
          sections={questionGroups.map(({ key, title }) => ({ anchor: key, label: title }))}
          className="lg:col-span-3"
        />
        <div className="lg:col-span-9">
          {questionGroups.map(({ key, title, questions }, group) => (
            <section
              key={key}
              id={key}
              aria-labelledby={`${key}-title`}
              className="border-t border-ink pt-6 pb-14"
            >
              <h2 id={`${key}-title`} className="text-2xl">
                {title}
              </h2>
              <div className="mt-4">
                {questions.map((question, position) => (
                  <QuestionItem
                    key={question.key}
                    question={question}
                    isOpen={group === 0 && position === 0}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
      <Closing title="Still wondering?" />
      <StructuredData
        data={
          import.meta.env.SSR
            ? [breadcrumbData([pages.faq]), questionsData(questionGroups.flatMap((group) => group.questions))]
            : undefined
        }
      />
    </>
  );
}
