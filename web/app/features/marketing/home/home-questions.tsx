import { ButtonLink } from '../../../ui/button-link.tsx';
import { QuestionItem } from '../faq/question-item.tsx';
import { paths, questions } from './home.content.ts';
import { SectionHeading } from './section-heading.tsx';

/** The questions that come first, and the way to a price of one's own. */
export function HomeQuestions() {
  return (
    <section aria-labelledby="questions" className="border-t border-rule">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-6 px-5 py-14 sm:px-8 sm:py-20 lg:py-28 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <div className="grid gap-6 lg:sticky lg:top-28">
            <SectionHeading id="questions" title="Before you ask">
              What everyone wants to know, answered plainly.
            </SectionHeading>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/start?fresh=1&intent=quote">Get a Quote</ButtonLink>
              <ButtonLink to={paths.faq} variant="secondary">
                All questions
              </ButtonLink>
            </div>
          </div>
        </div>
        <div className="lg:col-span-7">
          {questions.map((question, position) => (
            <QuestionItem key={question.key} question={question} isOpen={position === 0} />
          ))}
        </div>
      </div>
    </section>
  );
}
