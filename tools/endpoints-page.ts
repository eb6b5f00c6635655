import { adminUserSchema, meSchema } from '@atelier/domain/accounts.ts';
import { API_PREFIX, api } from '@atelier/domain/api.ts';
import { RECENT_SIGN_IN_SECONDS } from '@atelier/domain/auth.ts';
import { enquirySchema } from '@atelier/domain/contact.ts';
import type { Access, Endpoint } from '@atelier/domain/endpoints/endpoint.ts';
import { estimateSchema } from '@atelier/domain/estimate-schema.ts';
import { briefDraftSchema, briefRecordSchema, finalBriefSchema } from '@atelier/domain/onboarding.ts';
import { contractSchema } from '@atelier/domain/portal/contract.ts';
import { deliverableSchema } from '@atelier/domain/portal/files.ts';
import { messageSchema } from '@atelier/domain/portal/messages.ts';
import { milestoneSchema } from '@atelier/domain/portal/milestones.ts';
import { projectSchema, projectSummarySchema } from '@atelier/domain/projects.ts';
import { z } from 'zod';
import { describeShape, type Shape } from './json-shape.ts';

/** Shapes that have a name on the page, because more than one call uses them or because they are large. */
const NAMED = {
  Me: meSchema,
  User: adminUserSchema,
  Enquiry: enquirySchema,
  Project: projectSchema,
  ProjectSummary: projectSummarySchema,
  Brief: briefRecordSchema,
  BriefDraft: briefDraftSchema,
  FinalBrief: finalBriefSchema,
  Estimate: estimateSchema,
  Contract: contractSchema,
  Milestone: milestoneSchema,
  Message: messageSchema,
  Deliverable: deliverableSchema,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const WHO: Record<Access, string> = {
  public: 'anybody',
  'signed-in': 'any account',
  project: 'the client of the project, or an admin; it does not exist for anybody else',
  'project-client': 'the client of the project alone',
  admin: 'admins',
};

const INTRO = `# Endpoints

Every call of the product. JSON goes in and comes out; the token travels as \`Authorization: Bearer …\`. Ids are
UUIDs, times ISO-8601 in UTC. A part marked \`?\` may be left out. What goes wrong is in [errors.md](errors.md). The
sign-in has a protocol of its own, under \`/auth/v1\`.

Who may call what is asked in one place, before anything else is looked at, and proved for every call by
\`server/test/access-matrix.test.ts\`.
`;

/** The page that lists every endpoint of the table with its shapes. */
export function describeEndpoints(): string {
  const used = new Map<string, Shape>();
  const sections = Object.values(api).map((endpoint) => describeEndpoint(endpoint, used));
  const shapes = Object.keys(NAMED).flatMap((name) => {
    const shape = used.get(name);
    return shape ? [`### ${name}\n\n\`\`\`\n${describeShape(shape)}\n\`\`\`\n`] : [];
  });
  return [
    INTRO,
    ...sections,
    '## Shapes\n',
    ...shapes,
    'Generated from `domain/src/endpoints` by `npm run docs`.\n',
  ].join('\n');
}

function describeEndpoint(endpoint: Endpoint, used: Map<string, Shape>): string {
  const {
    method,
    path,
    access,
    summary,
    query,
    body,
    upload,
    reply,
    status = 200,
    limit,
    needsRecentSignIn,
    isStream,
  } = endpoint;
  const shapeOf = (schema: z.ZodType, io: 'input' | 'output') => {
    const shape = z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' }) as Shape;
    for (const [name, named] of Object.entries(shape.$defs ?? {})) used.set(name, named);
    return describeShape(shape);
  };
  const per = limit?.per === 'address' ? 'address' : 'account';
  const lines = [
    ...(query ? [`query  ${shapeOf(query, 'input')}`] : []),
    ...(body ? [`body   ${shapeOf(body, 'input')}`] : []),
    ...(upload ? ['body   a form (multipart/form-data) with one part, "file"'] : []),
    `${status}    ${isStream ? 'server-sent events, each with ' : ''}${shapeOf(reply, 'output')}`,
  ];
  return `## ${method} ${API_PREFIX}${path}

${summary} For ${WHO[access]}.${limit ? ` At most ${limit.max} in ${limit.seconds} s for each ${per}.` : ''}${needsRecentSignIn ? ` Only within ${RECENT_SIGN_IN_SECONDS / 60} minutes of signing in.` : ''}

\`\`\`
${lines.join('\n')}
\`\`\`
`;
}
