import { createContext, type ReactNode, use, useEffect } from "react";
import type { Progress } from "../use-action";

/**
 * A question that a call needs answered before it continues: the step-up. `question`: null while there is none.
 * `register`: a layer whose call is pending shows the question at its foot; the returned function ends that and cancels
 * an open question.
 */
export type CallQuestion = { question: ReactNode; register: () => () => void };

export const QuestionContext = createContext<CallQuestion>({ question: null, register: () => () => undefined });

/**
 * The question of a layer's pending call, shown in place of its foot, so that no third layer opens. Null: none.
 * `isBusy`: the layer can't be closed until the call's result is known, else its failure would be lost. While the
 * question is asked nothing is done yet: closing cancels the call.
 */
export function useQuestion({ busy }: Progress): { question: ReactNode; isBusy: boolean } {
  const { question, register } = use(QuestionContext);
  useEffect(() => (busy ? register() : undefined), [busy, register]);
  return { question: busy ? question : null, isBusy: busy && question === null };
}
